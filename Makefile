# fastjson: build, install and test with PGXS.
#
#   make                                        build against pg_config in PATH
#   make PG_CONFIG=/path/to/pg_config           ... or against another server
#   make FASTJSON_KERNELS="scalar avx2"         build only these kernel tiers
#   make install
#   make installcheck                           test against a running server
#   make kernel-check                           test the kernels, no server needed

MODULE_big = fastjson
OBJS = \
	src/build/array.o \
	src/build/build.o \
	src/build/collect.o \
	src/build/names.o \
	src/build/number.o \
	src/build/row.o \
	src/build/value.o \
	src/encode/array.o \
	src/encode/datetime.o \
	src/encode/enum.o \
	src/encode/hex.o \
	src/encode/interval.o \
	src/encode/jsonb.o \
	src/encode/large.o \
	src/encode/network.o \
	src/encode/number.o \
	src/encode/out.o \
	src/encode/range.o \
	src/encode/row.o \
	src/encode/string.o \
	src/encode/value.o \
	src/fastjson.o \
	src/func/agg_result.o \
	src/func/agg_text.o \
	src/func/arguments.o \
	src/func/container_size.o \
	src/func/escape_json.o \
	src/func/json_agg.o \
	src/func/json_build.o \
	src/func/json_object.o \
	src/func/json_object_agg.o \
	src/func/jsonb_agg.o \
	src/func/jsonb_build.o \
	src/func/jsonb_object.o \
	src/func/jsonb_object_agg.o \
	src/func/jsonb_to_text.o \
	src/func/kernels.o \
	src/func/parse_jsonb.o \
	src/func/result.o \
	src/func/to_json.o \
	src/guc.o \
	src/jsonb/count.o \
	src/jsonb/exact.o \
	src/jsonb/grow.o \
	src/jsonb/index.o \
	src/jsonb/kept.o \
	src/jsonb/keys.o \
	src/jsonb/number.o \
	src/jsonb/parse.o \
	src/jsonb/scalar.o \
	src/jsonb/shape.o \
	src/jsonb/tolerate.o \
	src/kernel/avx2.o \
	src/kernel/avx512.o \
	src/kernel/characters.o \
	src/kernel/cpu.o \
	src/kernel/kernel.o \
	src/kernel/neon.o \
	src/kernel/scalar.o \
	src/kernel/sse42.o \
	src/type/session.o \
	src/type/type.o

EXTENSION = fastjson
EXTVERSION = $(shell sed -n "s/^default_version = '\(.*\)'/\1/p" $(srcdir)/fastjson.control)
DATA = fastjson--1.0.sql

REGRESS = \
	setup \
	kernels \
	escape \
	labels \
	text \
	numbers \
	datetimes \
	arrays \
	rows \
	types \
	encoders \
	casts \
	ddl \
	json_agg \
	json_build \
	json_object \
	json_object_agg \
	strict_unique \
	to_jsonb \
	jsonb_build \
	jsonb_agg \
	container_size \
	generated \
	parse_jsonb \
	jsonb_to_text \
	plans \
	errors \
	privileges \
	jit
REGRESS_OPTS = --inputdir=$(srcdir) --load-extension=fastjson --encoding=UTF8
TAP_TESTS = 1

PG_CPPFLAGS = -I$(srcdir)/src '-DFASTJSON_VERSION="$(EXTVERSION)"'
PG_CFLAGS = -fvisibility=hidden

# The tiers that this build offers: all that the architecture has, or those named.
KERNEL_TIERS = scalar sse42 avx2 avx512 neon
ifdef FASTJSON_KERNELS
unknown_tiers = $(filter-out $(KERNEL_TIERS),$(FASTJSON_KERNELS))
ifneq ($(unknown_tiers),)
$(error FASTJSON_KERNELS names unknown tiers: $(unknown_tiers); known are: $(KERNEL_TIERS))
endif
PG_CPPFLAGS += -DFASTJSON_KERNELS_GIVEN \
	$(foreach tier,$(FASTJSON_KERNELS),-DFASTJSON_KERNEL_$(shell echo $(tier) | tr a-z A-Z))
endif

EXTRA_CLEAN = src/.kernels

PG_CONFIG ?= pg_config
srcdir ?= .
PGXS := $(shell $(PG_CONFIG) --pgxs)
include $(PGXS)

# In a VPATH build the object folders do not exist yet.
$(shell mkdir -p $(sort $(dir $(OBJS))))

# PGXS tracks no headers here: any change of one rebuilds everything, bitcode
# included.  The same goes for the choice of tiers.
HEADERS_ALL = $(wildcard $(srcdir)/src/*.h $(srcdir)/src/*/*.h)
$(OBJS) $(OBJS:.o=.bc): $(HEADERS_ALL) $(srcdir)/fastjson.control src/.kernels

src/.kernels: force
	@echo '$(FASTJSON_KERNELS)' | cmp -s - $@ || echo '$(FASTJSON_KERNELS)' > $@

kernel-check:
	$(MAKE) -C $(srcdir)/test check

.PHONY: force kernel-check
