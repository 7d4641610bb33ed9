# Builds the dependencies in one stage, and runs from a slim one that has no compiler and no root.
FROM python:3.11-slim AS build
WORKDIR /app
COPY requirements.lock ./
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock

FROM python:3.11-slim
# libfribidi0 orders names from right to left; the Noto fonts draw names in Chinese, Japanese, Korean and emoji.
RUN apt-get update \
    && apt-get install -y --no-install-recommends libfribidi0 fonts-noto-cjk fonts-noto-color-emoji \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 10001 cardroom \
    && mkdir --mode=700 /data && chown cardroom /data
WORKDIR /app
COPY --from=build /venv /venv
COPY bot ./bot
COPY cogs ./cogs
COPY card_art ./card_art
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 CARDROOM_DATA=/data
USER cardroom
VOLUME /data
# The bot touches this file while it is connected to Discord.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD python -c "import os, sys, time; sys.exit(time.time() - os.path.getmtime('/data/alive') > 90)"
CMD ["python", "-m", "bot"]
