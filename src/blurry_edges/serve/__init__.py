"""The web page and the REST service: photographs in, the files of the command line and the viewer out.

A request becomes a job (`upload.py`, `form.py`), jobs wait in line (`queue.py`) for one worker process (`worker.py`),
which runs the task that the command line would run; `store.py` keeps their folders, `guard.py` and `server.py` refuse
what is not meant well, `app.py` has the addresses, `page/` the page.
"""
