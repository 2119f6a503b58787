#!/bin/sh
# Writes locks/: the versions of constraints.txt with the hashes of their files for every system, by uv. Torch comes from
# whatever index pip is set up with, in builds of many kinds, so that it and what comes with it are left out.
#
#     lock.sh UV EXTRAS     with the extras of `make test`, such as dev,docs,train; Ray is large and has a file of its own
set -eu
uv=$1
extras=$(printf ' --extra %s' $(echo "$2" | tr , ' '))
without=$(printf ' --no-emit-package %s' torch triton cuda-bindings cuda-pathfinder cuda-toolkit nvidia-cublas \
    nvidia-cuda-cupti nvidia-cuda-nvrtc nvidia-cuda-runtime nvidia-cudnn-cu13 nvidia-cufft nvidia-cufile nvidia-curand \
    nvidia-cusolver nvidia-cusparse nvidia-cusparselt-cu13 nvidia-nccl-cu13 nvidia-nvjitlink nvidia-nvshmem-cu13 \
    nvidia-nvtx)
lock() {
    # shellcheck disable=SC2086
    "$uv" pip compile --quiet --universal --python-version 3.11.9 --generate-hashes --no-annotate -c constraints.txt \
        --custom-compile-command "make lock" $without "$@"
}
lock pyproject.toml -o locks/core.txt
# shellcheck disable=SC2086
lock pyproject.toml $extras -o locks/dev.txt
lock pyproject.toml --extra ray -o locks/ray.txt
lock locks/pip.in -o locks/pip.txt
