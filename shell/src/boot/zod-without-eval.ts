/**
 * zod compiles validators with `new Function` where it may, and tries whether it may: our content security policy forbids it and would
 * report every try. zod reads this global before it builds a schema, in every remote's copy. Imported first, before any contract.
 */
const page = globalThis as { __zod_globalConfig?: { jitless?: boolean } }
page.__zod_globalConfig = { ...page.__zod_globalConfig, jitless: true }
