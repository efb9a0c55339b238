/*
 * guc.h
 *		The extension's settings.
 */
#ifndef FASTJSON_GUC_H
#define FASTJSON_GUC_H

#include "kernel/kernel.h"

/* The tier in use, as fastjson.kernel says; never NULL. */
extern const Kernel *guc_kernel;

/* Called once, at load: defines the settings. */
extern void guc_init(void);

#endif							/* FASTJSON_GUC_H */
