# Wallchart. `make run` shows this machine's metrics in a window, `make test` runs every test;
# both install what is missing first. `make help` lists the rest.

# What the program is built and shown with, and what its tests need besides. Debian package names.
RUN_PACKAGES = pkg-config libx11-dev libxext-dev libxrender-dev libxrandr-dev libfontconfig-dev \
	libfreetype-dev libharfbuzz-dev libfribidi-dev libpng-dev fonts-inter
TEST_PACKAGES = xvfb xdotool openbox x11-xkb-utils

# Arguments of the program: make run ARGS="--theme light"
ARGS =
SWIFT = swift
BINARY = .build/release/wallchart

.PHONY: run build test golden picture bench measure fuzz format lint clean help toolchain packages \
	test-packages

run: build
	$(BINARY) $(ARGS)

build: toolchain packages
	$(SWIFT) build -c release --product wallchart

test: toolchain test-packages
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build

golden: toolchain test-packages
	UPDATE_GOLDENS=1 $(SWIFT) test
	git status --short Tests/Goldens

# The picture of README.md.
picture: build
	TZ=Europe/Berlin $(BINARY) --replay Tests/Fixtures/orion.samples --snapshot assets/dashboard.png

# The rasterizer beside Blend2D, Skia, Cairo, AGG and Qt; those that cannot be installed are left out.
BENCH_PACKAGES = gcc g++ libc6-dev zlib1g-dev python3-venv
PEER_PACKAGES = libcairo2-dev libagg-dev qt6-base-dev
bench: toolchain packages
	@$(MAKE) --no-print-directory install-packages WANTED="$(BENCH_PACKAGES)"
	@for package in $(PEER_PACKAGES); do \
	  $(MAKE) --no-print-directory install-packages WANTED=$$package || true; done
	$(SWIFT) build -c release --product wallchart-bench
	Tests/Measure/bench.sh

# Start-up time, share of a core, wake-ups, memory and size, after five minutes of running.
measure: build test-packages
	Tests/Measure/measure.sh 60 320

# Draws random lists: under AddressSanitizer with libFuzzer, and on threads under ThreadSanitizer.
FUZZ_SECONDS = 60
fuzz: toolchain packages
	$(SWIFT) build -c release --product wallchart-fuzz --scratch-path .build/fuzz \
	  --sanitize=address -Xswiftc -sanitize=fuzzer -Xswiftc -DLIBFUZZER -Xswiftc -parse-as-library
	.build/fuzz/release/wallchart-fuzz -max_total_time=$(FUZZ_SECONDS) -max_len=1024
	$(SWIFT) build --product wallchart-fuzz --scratch-path .build/fuzz-threads --sanitize=thread
	.build/fuzz-threads/debug/wallchart-fuzz $(FUZZ_SECONDS)

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

clean:
	rm -rf .build .failures

toolchain:
	@command -v $(SWIFT) >/dev/null || { \
	  echo "make: no Swift toolchain found: get Swift 6 or newer for Debian 12 from swift.org/install" \
	    "and put its usr/bin on the PATH" >&2; exit 1; }

packages:
	@$(MAKE) --no-print-directory install-packages WANTED="$(RUN_PACKAGES)"

test-packages:
	@$(MAKE) --no-print-directory install-packages WANTED="$(RUN_PACKAGES) $(TEST_PACKAGES)"

# Installs those of $(WANTED) that are missing, and says which; does nothing where none is.
.PHONY: install-packages
install-packages:
	@missing=; for package in $(WANTED); do \
	  dpkg-query -W -f '$${Status}' "$$package" 2>/dev/null | grep -q 'ok installed' \
	    || missing="$$missing $$package"; \
	done; \
	[ -n "$$missing" ] || exit 0; \
	command -v apt-get >/dev/null || { echo "make: please install, under your system's names:$$missing" >&2; exit 1; }; \
	sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	echo "make: installing$$missing"; \
	$$sudo apt-get update -qq && \
	DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends $$missing >/dev/null

help:
	@echo "make run      build, and show this machine's metrics in a window (ARGS=... for arguments)"
	@echo "make test     run every test"
	@echo "make golden   draw the expected pictures of the tests anew"
	@echo "make picture  draw the picture of README.md anew"
	@echo "make bench    time the rasterizer on its scenes"
	@echo "make measure  print what the program takes"
	@echo "make fuzz     feed the rasterizer with random drawings"
	@echo "make format   format the sources; make lint checks them"
	@echo "make clean    remove what was built"
