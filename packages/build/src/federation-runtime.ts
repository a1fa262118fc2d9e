import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The packages of the federation runtime, each with the package that depends on it. */
const packages: readonly (readonly [name: string, dependent: string])[] = [
  ['runtime-tools', 'enhanced'],
  ['inject-external-runtime-core-plugin', 'enhanced'],
  ['webpack-bundler-runtime', 'runtime-tools'],
  ['runtime', 'runtime-tools'],
  ['runtime-core', 'runtime'],
  ['sdk', 'runtime'],
  ['error-codes', 'runtime'],
]

/**
 * Aliases from the runtime's CommonJS files, which the federation plugin names, to the ES modules
 * beside them, which tree-shake: 5.5 KB brotli less in every container and in the shell.
 */
export function federationRuntimeAliases(): Record<string, string> {
  const found = new Map([['enhanced', createRequire(import.meta.url).resolve('@module-federation/enhanced')]])
  const aliases: Record<string, string> = {}
  for (const [name, dependent] of packages) {
    const entry = createRequire(found.get(dependent) ?? import.meta.url).resolve(`@module-federation/${name}`)
    found.set(name, entry)
    for (const file of readdirSync(dirname(entry)).filter((name) => name.endsWith('.cjs'))) {
      const path = join(dirname(entry), file)
      const module = ['.js', '.mjs'].map((end) => path.replace(/\.cjs$/, end)).find(existsSync)
      if (module) aliases[path] = module
    }
  }
  return aliases
}
