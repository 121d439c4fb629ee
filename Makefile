# Wallchart. `make run` shows this machine's metrics in a window, `make test` runs every test;
# both install what is missing first. `make help` lists the rest.

# The Debian packages to build and run the program, and those for its tests.
RUN_PACKAGES = pkg-config libx11-dev libxcb1-dev libxext-dev libxi-dev libxrender-dev libxrandr-dev libxss-dev \
	libxpresent-dev \
	libfontconfig-dev libfreetype-dev libharfbuzz-dev libfribidi-dev libpng-dev libyaml-dev \
	libcurl4-openssl-dev libmicrohttpd-dev libmosquitto-dev libmuparser-dev libpcre2-dev libpq-dev libsixel-dev libsqlite3-dev fonts-inter gettext \
	binutils
TEST_PACKAGES = xvfb xdotool xclip openbox x11-utils x11-xkb-utils x11-xserver-utils \
	xserver-xorg-core xserver-xorg-video-dummy desktop-file-utils mandoc zsh \
	fish prometheus-node-exporter prometheus victoria-metrics curl nginx-light logrotate openssl \
	git postgresql procps mosquitto mosquitto-clients python3-jsonschema python3-yaml locales ffmpeg \
	librsvg2-bin libxml2-utils poppler-utils tmux xterm kitty libgl1-mesa-dri fonts-dejavu-core \
	appstream

# Arguments of the program: make run ARGS="--theme light"
ARGS =
SWIFT = swift
# Swift's own libraries become part of the program, so that it runs without a toolchain. So do those of C++ and of stack
# traces, whose loading would take a millisecond of each start: the linker finds them in a folder without shared ones.
ARCHIVES = $(CURDIR)/.build/archives
RELEASE = -c release --static-swift-stdlib -Xlinker -L$(ARCHIVES) $(ORDER)
# The toolchain's own linker puts the functions that run next to each other, in a list that `make order` has made. The
# system's linker, where the toolchain has none, leaves them where they are: the program takes 6 MB more.
ORDERED = $(CURDIR)/assets/order
ifneq ($(wildcard $(dir $(realpath $(shell command -v $(SWIFT))))ld.lld),)
ORDER = -Xswiftc -use-ld=lld -Xswiftc -Xfrontend -Xswiftc -function-sections \
	-Xlinker --symbol-ordering-file=$(ORDERED)/functions -Xlinker --no-warn-symbol-ordering \
	-Xlinker -T -Xlinker $(ORDERED)/nameless.ld $(PACKED)
endif
# Addresses that depend on the place of the program take 8 bytes for 64 of them in place of 24 bytes each, where the
# C library can read that.
PACKED = $(shell getconf GNU_LIBC_VERSION | awk '$$2 >= 2.36 { print "-Xlinker -z -Xlinker pack-relative-relocs" }')
BINARY = .build/release/wallchart

.PHONY: run build install uninstall deb test-deb deb-packages test test-asan test-kills test-package soak golden picture sheet bench bench-e2e measure fuzz fuzz-events format lint clean help \
	toolchain packages archives test-packages

run: build
	$(BINARY) $(ARGS)

build: toolchain packages archives
	$(SWIFT) build $(RELEASE) --product wallchart
	$(call translate,$(dir $(BINARY))../share/locale)
	@# A change outside the program does not link it again, and make would take the program for old.
	@touch $(BINARY)

# Compiles the translations of messages into a folder of locales.
LANGUAGES = $(patsubst assets/translations/%.po,%,$(wildcard assets/translations/*.po))
translate = @for language in $(LANGUAGES); do \
	  mkdir -p "$(1)/$$language/LC_MESSAGES" && \
	  msgfmt --check-format -o "$(1)/$$language/LC_MESSAGES/wallchart.mo" \
	    "assets/translations/$$language.po" || exit 1; \
	done

# Brings new messages of the program into the translations, where they wait for their texts.
.PHONY: messages
messages: packages
	assets/translations/extract Sources >.build/wallchart.pot
	for language in $(LANGUAGES); do \
	  msgmerge --update --backup=none --no-fuzzy-matching --no-location --no-wrap --sort-output \
	    "assets/translations/$$language.po" .build/wallchart.pot || exit 1; \
	done

# The target of `make install`: make install PREFIX=/usr DESTDIR=/tmp/package
PREFIX = /usr/local
DESTDIR =
BINDIR = $(PREFIX)/bin
DATADIR = $(PREFIX)/share
# The address of the project on the web, where software centers find the pictures: make install SITE=https://...
SITE =
ICON_SIZES = 16 22 24 32 48 64 128 256 512
PACKAGING = assets/packaging
UNITS = wallchart@.service wallchart-session@.service
INSTALL = install
STRIP = strip

# The installed files, apart from the icons.
INSTALLED = $(BINDIR)/wallchart $(DATADIR)/man/man1/wallchart.1 $(DATADIR)/man/man5/wallchart.5 \
	$(DATADIR)/applications/wallchart.desktop $(DATADIR)/metainfo/org.wallchart.wallchart.metainfo.xml \
	$(DATADIR)/bash-completion/completions/wallchart $(DATADIR)/zsh/site-functions/_wallchart \
	$(DATADIR)/fish/vendor_completions.d/wallchart.fish \
	$(UNITS:%=$(PREFIX)/lib/systemd/user/%) $(DATADIR)/wallchart/wallchart-kiosk.desktop \
	$(DATADIR)/wallchart/wallchart.schema.json \
	$(LANGUAGES:%=$(DATADIR)/locale/%/LC_MESSAGES/wallchart.mo) \
	$(patsubst assets/%,$(DATADIR)/wallchart/%,$(wildcard assets/dashboards/*.yaml))

# Builds only missing files, so that `sudo make install` needs no toolchain after `make build`. BINARY
# names another program to install.
.build/release/wallchart: Package.swift $(shell find Sources -type f)
	@$(MAKE) --no-print-directory build
	@touch $@

install: $(BINARY)
	$(INSTALL) -D -m 755 $(BINARY) "$(DESTDIR)$(BINDIR)/wallchart"
	$(STRIP) "$(DESTDIR)$(BINDIR)/wallchart"
	for section in 1 5; do \
	  folder="$(DESTDIR)$(DATADIR)/man/man$$section" && $(INSTALL) -d "$$folder" && \
	  sed 's|/usr/local/share|$(DATADIR)|' $(PACKAGING)/wallchart.$$section \
	    >"$$folder/wallchart.$$section" || exit 1; \
	done
	$(INSTALL) -D -m 644 $(PACKAGING)/wallchart.desktop -t "$(DESTDIR)$(DATADIR)/applications"
	$(INSTALL) -d "$(DESTDIR)$(DATADIR)/metainfo"
	sed $(if $(SITE),'s|@SITE@|$(SITE)|','/<!--/d; /<screenshots>/,/<.screenshots>/d; /@SITE@/d') \
	  $(PACKAGING)/org.wallchart.wallchart.metainfo.xml \
	  >"$(DESTDIR)$(DATADIR)/metainfo/org.wallchart.wallchart.metainfo.xml"
	$(INSTALL) -D -m 644 $(PACKAGING)/completions/wallchart.bash \
	  "$(DESTDIR)$(DATADIR)/bash-completion/completions/wallchart"
	$(INSTALL) -D -m 644 $(PACKAGING)/completions/_wallchart -t "$(DESTDIR)$(DATADIR)/zsh/site-functions"
	$(INSTALL) -D -m 644 $(PACKAGING)/completions/wallchart.fish \
	  -t "$(DESTDIR)$(DATADIR)/fish/vendor_completions.d"
	$(INSTALL) -d "$(DESTDIR)$(PREFIX)/lib/systemd/user"
	for unit in $(UNITS); do \
	  sed 's|/usr/local/bin|$(BINDIR)|' $(PACKAGING)/kiosk/$$unit \
	    >"$(DESTDIR)$(PREFIX)/lib/systemd/user/$$unit" || exit 1; \
	done
	$(INSTALL) -D -m 644 $(PACKAGING)/kiosk/wallchart-kiosk.desktop -t "$(DESTDIR)$(DATADIR)/wallchart"
	$(INSTALL) -D -m 644 assets/wallchart.schema.json -t "$(DESTDIR)$(DATADIR)/wallchart"
	$(call translate,$(DESTDIR)$(DATADIR)/locale)
	$(INSTALL) -D -m 644 assets/dashboards/*.yaml -t "$(DESTDIR)$(DATADIR)/wallchart/dashboards"
	for size in $(ICON_SIZES); do \
	  folder="$(DESTDIR)$(DATADIR)/icons/hicolor/$${size}x$$size/apps" && \
	  $(INSTALL) -d "$$folder" && \
	  $(BINARY) --write-icon "$$folder/wallchart.png" --size $${size}x$$size || exit 1; \
	done
	@$(MAKE) --no-print-directory refresh-desktop

# The Debian packages of the program and of its debug symbols, built with the flags that Debian hardens with. The
# identifier of the build is the commit, and the compiler, which chooses among equal instructions by the addresses of
# its own memory, has the same addresses each time, so that two builds are equal.
DEB = .build/deb
HARDENING = -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now \
	-Xlinker --build-id=0x$(shell git rev-parse HEAD)
DEB_PACKAGES = dpkg-dev git
SAME_ADDRESSES = $(shell setarch -R true 2>/dev/null && echo setarch -R)
deb: toolchain packages deb-packages archives
	$(SAME_ADDRESSES) $(SWIFT) build $(RELEASE) $(HARDENING) --scratch-path $(DEB)/build --product wallchart
	assets/packaging/deb/build $(DEB)/build/release/wallchart $(DEB)

# Checks the packages, and installs them in a clean Debian, where the program draws a picture.
test-deb: deb
	@$(MAKE) --no-print-directory install-packages WANTED="lintian mmdebstrap"
	assets/packaging/deb/try $(DEB)

uninstall:
	rm -f $(INSTALLED:%="$(DESTDIR)%")
	for size in $(ICON_SIZES); do \
	  rm -f "$(DESTDIR)$(DATADIR)/icons/hicolor/$${size}x$$size/apps/wallchart.png"; \
	done
	for folder in wallchart/dashboards wallchart; do \
	  rmdir --ignore-fail-on-non-empty "$(DESTDIR)$(DATADIR)/$$folder" || true; \
	done
	@$(MAKE) --no-print-directory refresh-desktop

# Running desktops show the icon and the entry at once. A package's build needs neither.
.PHONY: refresh-desktop
refresh-desktop:
	@[ -z "$(DESTDIR)" ] || exit 0; \
	if command -v update-desktop-database >/dev/null; then \
	  update-desktop-database -q "$(DATADIR)/applications" || true; fi; \
	if command -v gtk-update-icon-cache >/dev/null; then \
	  gtk-update-icon-cache -q -t -f "$(DATADIR)/icons/hicolor" || true; fi

# The most tests at once. Without a bound all of them wait for the same few threads, each at the end of the
# queue, and a test that waits for a server takes minutes for each look. The servers of tests are on this machine,
# which no proxy of the user reaches. Wallchart obeys a parent that makes it ignore signals, such as nohup, which tests
# must not inherit.
WIDTH = 24
TEST = env --default-signal=INT,HUP LANGUAGE=en \
	no_proxy=127.0.0.1,localhost NO_PROXY=127.0.0.1,localhost \
	$(SWIFT) test --experimental-maximum-parallelization-width $(WIDTH)

test: toolchain test-packages
	$(SWIFT) build --build-tests
	Tests/report-failures $(TEST) --skip-build

# The tests of the window under AddressSanitizer, without its search for leaks: Xlib keeps memory, and
# so does Dispatch at the end.
ASAN_TEST = ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --sanitize=address --scratch-path .build/asan
test-asan: toolchain test-packages
	$(ASAN_TEST) --filter WindowingTests

# Builds a package that depends on a version of this one, as a user of the library has.
test-package: toolchain test-packages
	Tests/DependentPackage/run

# Kills the X server of a kiosk a hundred times at seeded random moments. `make test` does so a few times.
KILLS = 100
test-kills: toolchain test-packages
	KILLS=$(KILLS) $(SWIFT) test --filter ServerKillTests

# Compresses months: a million updates of a kiosk without a window, whose memory must not grow, and then a
# kiosk in a window to which everything happens, for MINUTES, or until Ctrl-C with MINUTES=0.
UPDATES = 1000000
MINUTES = 10
soak: toolchain test-packages
	$(SWIFT) build $(RELEASE) --product wallchart-soak
	.build/release/wallchart-soak $(UPDATES)
	SOAK_MINUTES=$(MINUTES) $(SWIFT) test --filter SoakTests/aKioskOutlivesEverything

golden: toolchain test-packages
	UPDATE_GOLDENS=1 $(TEST)
	git status --short Tests/Goldens

# The pictures of README.md.
picture: build
	TZ=Europe/Berlin $(BINARY) --replay Tests/Fixtures/orion.samples --snapshot assets/dashboard.png
	$(BINARY) gallery --language en --size 1280x720 --snapshot assets/gallery.png

# The contact sheet: every kind of panel in every state, at many sizes, in both themes and for three metres.
SHEET = .build/sheet
sheet: toolchain packages
	$(SWIFT) build --product wallchart-sheet
	.build/debug/wallchart-sheet $(SHEET)

# Times the rasterizer and Blend2D, Skia, Cairo, AGG and Qt (as far as they can be installed), the frames
# of a dashboard, and the start of the program and of a C program.
BENCH_PACKAGES = gcc g++ libc6-dev zlib1g-dev python3-venv xvfb openbox
PEER_PACKAGES = libcairo2-dev libagg-dev qt6-base-dev
bench: toolchain packages
	@$(MAKE) --no-print-directory install-packages WANTED="$(BENCH_PACKAGES)"
	@for package in $(PEER_PACKAGES); do \
	  $(MAKE) --no-print-directory install-packages WANTED=$$package || true; done
	$(SWIFT) build $(RELEASE) --product wallchart-bench
	$(SWIFT) build $(RELEASE) --product wallchart
	Tests/Measure/bench.sh
	@echo; Tests/Measure/start/run.sh
	@echo; echo "beside other programs for live charts (make bench-e2e takes 15 minutes), last results"
	@Tests/Measure/e2e/run.sh --table

# Times the program and other programs for live charts; E2E="W1,W2 'wallchart|kst'" selects some.
E2E_PACKAGES = xvfb openbox x11-xserver-utils xterm xfonts-base python3 g++ pkg-config qtbase5-dev \
	libqcustomplot-dev kst gnuplot-x11 feedgnuplot ttyplot conky-std
E2E =
bench-e2e: build
	@$(MAKE) --no-print-directory install-packages WANTED="$(E2E_PACKAGES)"
	Tests/Measure/e2e/run.sh $(E2E)

# The start-up time, compared with a C program's, and after five minutes the share of a core, wake-ups,
# memory and size.
measure: build test-packages
	@$(MAKE) --no-print-directory install-packages WANTED="gcc libc6-dev python3"
	Tests/Measure/start/run.sh
	Tests/Measure/measure.sh 60 320

# The start of a page of twelve panels of Prometheus beside curl's time for the same queries, and its use of
# processor and memory.
.PHONY: measure-prometheus
measure-prometheus: build test-packages
	@$(MAKE) --no-print-directory install-packages WANTED=python3
	python3 Tests/Measure/prometheus/prometheus.py

# Charts of many samples: the share of a core, frames and memory.
.PHONY: measure-dense
measure-dense: build
	@$(MAKE) --no-print-directory install-packages WANTED="python3 xvfb"
	python3 Tests/Measure/dense.py

# Lists the functions that run in the daily work of the program, for the linker: to be made anew where measured memory
# has grown. The program is to be built by `make build` before.
.PHONY: order
order: test-packages
	@$(MAKE) --no-print-directory install-packages WANTED="python3 valgrind"
	$(ORDERED)/record $(BINARY) >.build/functions
	mv .build/functions $(ORDERED)/functions

# Draws random lists, under AddressSanitizer with libFuzzer, and on threads under ThreadSanitizer; then
# answers requests at random.
FUZZ_SECONDS = 60
fuzz: toolchain packages
	$(SWIFT) build -c release --product wallchart-fuzz --scratch-path .build/fuzz \
	  --sanitize=address -Xswiftc -sanitize=fuzzer -Xswiftc -DLIBFUZZER -Xswiftc -parse-as-library
	.build/fuzz/release/wallchart-fuzz -max_total_time=$(FUZZ_SECONDS) -max_len=1024
	$(SWIFT) build --product wallchart-fuzz --scratch-path .build/fuzz-threads --sanitize=thread
	.build/fuzz-threads/debug/wallchart-fuzz $(FUZZ_SECONDS)
	$(SWIFT) build -c release --product wallchart-fuzz-http
	.build/release/wallchart-fuzz-http $(FUZZ_SECONDS)
	@$(MAKE) --no-print-directory fuzz-events
	@$(MAKE) --no-print-directory fuzz-input

# Reads random text, expressions, dashboards, requests and command lines under AddressSanitizer. fontconfig keeps
# memory to the end of a program, so command lines are run without a search for leaks.
.PHONY: fuzz-input
fuzz-input: toolchain packages
	for product in wallchart wallchart-fuzz-input; do \
	  $(SWIFT) build -c release --product $$product --scratch-path .build/fuzz-input \
	    --sanitize=address || exit 1; \
	done
	.build/fuzz-input/release/wallchart-fuzz-input text $(FUZZ_SECONDS)
	.build/fuzz-input/release/wallchart-fuzz-input expression $(FUZZ_SECONDS)
	.build/fuzz-input/release/wallchart-fuzz-input dashboard $(FUZZ_SECONDS)
	.build/fuzz-input/release/wallchart-fuzz-input request $(FUZZ_SECONDS)
	ASAN_OPTIONS=detect_leaks=0 .build/fuzz-input/release/wallchart-fuzz-input arguments $(FUZZ_SECONDS)

# Sends random X events to windows of all depths, under AddressSanitizer.
fuzz-events: toolchain test-packages
	FUZZ_SECONDS=$(FUZZ_SECONDS) $(ASAN_TEST) --filter EventFuzzTests/manySeeds

format:
	$(SWIFT) format --in-place --recursive Package.swift Examples Sources Tests

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Examples Sources Tests

clean:
	rm -rf .build .failures

toolchain:
	@command -v $(SWIFT) >/dev/null || { \
	  echo "make: no Swift toolchain found: get Swift 6 or newer for Debian 12 from swift.org/install" \
	    "and put its usr/bin on the PATH" >&2; exit 1; }

packages:
	@$(MAKE) --no-print-directory install-packages WANTED="$(RUN_PACKAGES)"

# A library that the toolchain's compiler does not find stays a shared one.
archives: toolchain
	@mkdir -p $(ARCHIVES)
	@for pair in stdc++:stdc++ gcc_eh:gcc_s; do \
	  archive=$$($(dir $(realpath $(shell command -v $(SWIFT))))clang -print-file-name=lib$${pair%:*}.a); \
	  if [ -f "$$archive" ]; then ln -sf "$$archive" "$(ARCHIVES)/lib$${pair#*:}.a"; fi; \
	done

deb-packages:
	@$(MAKE) --no-print-directory install-packages WANTED="$(DEB_PACKAGES)"

test-packages:
	@$(MAKE) --no-print-directory install-packages WANTED="$(RUN_PACKAGES) $(TEST_PACKAGES)"

# Installs the missing packages of $(WANTED), and prints their names; does nothing if none is missing.
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
	@echo "make install  put the program, its manuals, completions and icons under PREFIX (/usr/local)"
	@echo "make uninstall  remove them again"
	@echo "make deb      build the Debian packages of the program and of its debug symbols"
	@echo "make test     run every test"
	@echo "make test-asan  run the tests of the window under AddressSanitizer"
	@echo "make test-kills  kill the X server of a kiosk a hundred times"
	@echo "make test-deb  check the Debian packages, and install them in a clean Debian"
	@echo "make test-package  build a package that depends on a version of this one"
	@echo "make soak     let a kiosk live through months: MINUTES=10"
	@echo "make messages  bring new messages of the program into the translations"
	@echo "make golden   redraw the expected pictures of the tests"
	@echo "make picture  redraw the picture of README.md"
	@echo "make sheet    draw every kind of panel in every state at many sizes, in one HTML page"
	@echo "make bench    time the rasterizer, the frames of a dashboard, and the start"
	@echo "make bench-e2e  run the program beside others for live charts"
	@echo "make measure  print the use of processor, memory and disk"
	@echo "make measure-prometheus  time a page of Prometheus beside curl"
	@echo "make measure-dense  measure charts of many samples"
	@echo "make order    list the functions of the program's daily work, which the linker puts together"
	@echo "make fuzz     feed random input to the rasterizer, the windows and the sources"
	@echo "make format   format the sources; make lint checks them"
	@echo "make clean    remove the build"
