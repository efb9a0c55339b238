/*
 * guc.h
 *		The extension's settings.
 */
#ifndef FASTJSON_GUC_H
#define FASTJSON_GUC_H

#include "kernel/kernel.h"

/* The tier in use, as fastjson.kernel says; never NULL. */
extern const Kernel *guc_kernel;

/* As fastjson.predict_container_size says. */
extern bool guc_predict_container_size;

/* Called once, at load: defines the settings. */
extern void guc_init(void);

#endif							/* FASTJSON_GUC_H */
