import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LoaderContext } from '@rspack/core'

/** What a source names by its address: a program that runs in a thread or process, or data. */
export interface FoundFile {
  readonly kind: 'program' | 'data'
  /** Relative to the checkout; a program's without its extension. */
  readonly path: string
}

interface FixAddressesOptions {
  readonly root: string
  readonly runsAt: string
  readonly entries: ReadonlySet<string>
  readonly found: (file: FoundFile) => void
}

const besideSource = /new URL\(\s*'(\.[^']*)',\s*import\.meta\.url,?\s*\)/g

/**
 * Loader: a bundle has one address, its sources had one each. Writes these into them, as they are
 * below `runsAt`, and reports the files that they name. Only an entry is the main module.
 */
// biome-ignore lint/style/noDefaultExport: rspack demands it of a loader
export default function fixAddresses(this: LoaderContext<FixAddressesOptions>, source: string): string {
  const { root, runsAt, entries, found } = this.getOptions()
  const address = (path: string) => pathToFileURL(join(runsAt, path)).href
  const module = relative(root, this.resourcePath)
  const folder = dirname(module)
  const compiled = module.replace(/\.tsx?$/, '.js')
  const fixed = source
    .replace(besideSource, (_, named: string) => {
      const path = join(folder, named)
      if (!path.endsWith('.ts')) {
        found({ kind: 'data', path })
        return `new URL('${address(path)}')`
      }
      const program = path.slice(0, -'.ts'.length)
      found({ kind: 'program', path: program })
      return `new URL('${address(`${program}.js`)}')`
    })
    // Loaded by an address that only the running program knows.
    .replace(/\bimport\((?=[a-zA-Z])/g, 'import(/* webpackIgnore: true */ ')
    .replace(/import\.meta\.url\b/g, `'${address(compiled)}'`)
    .replace(/import\.meta\.dirname\b/g, `'${join(runsAt, folder)}'`)
    .replace(/import\.meta\.filename\b/g, `'${join(runsAt, compiled)}'`)
  return entries.has(this.resourcePath) ? fixed : fixed.replace(/import\.meta\.main\b/g, 'false')
}
