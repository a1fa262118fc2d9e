/**
 * zod probes whether it may compile validators with `new Function`; the content security policy
 * forbids it and would report every probe. Read before a schema is built, so imported first.
 */
const page = globalThis as { __zod_globalConfig?: { jitless?: boolean } }
page.__zod_globalConfig = { ...page.__zod_globalConfig, jitless: true }
