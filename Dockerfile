# The web service: docker build -t blurry-edges . && docker run --rm -p 127.0.0.1:8000:8000 -v blurry-edges:/data blurry-edges
FROM python:3.11-slim
RUN useradd --create-home --uid 1000 user && mkdir /data && chown user /data
COPY constraints.txt pyproject.toml README.md LICENSE /src/
COPY src /src/src
# The CPU build of torch; on a machine with a graphics card, leave out the index.
RUN pip install --no-cache-dir torch==2.13.0 --index-url https://download.pytorch.org/whl/cpu \
 && pip install --no-cache-dir -c /src/constraints.txt '/src[web]' \
 && rm -rf /src
USER user
WORKDIR /data
EXPOSE 8000
# Inside the container all interfaces; which of them are open to others is said with -p.
CMD ["blurry-edges", "serve", "--host", "0.0.0.0", "--port", "8000", "--folder", "/data"]
