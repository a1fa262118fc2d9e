import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SiteContent } from '@portal/contracts/marketing'

/** HTML by the name of the screen. */
export type Pages = Readonly<Record<string, string>>

/** Renders the public pages with a version of their remote; null without that version. */
export type PageRenderer = (version: string) => Promise<Pages | null>

interface RenderModule {
  readonly renderPages: (content: SiteContent) => Pages
}

/** Versions kept: the current one, and those between which an operator may go back and forth. */
const versionsMax = 8

/**
 * A renderer of the builds in this folder. Each version is rendered once: the content changes only
 * with the configuration, which is read at start.
 */
export function createPageRenderer(remotesDirectory: string, content: SiteContent): PageRenderer {
  const rendered = new Map<string, Promise<Pages | null>>()
  return (version) => {
    const known = rendered.get(version)
    if (known) return known
    const pages = render(join(remotesDirectory, 'marketing', version, 'render.mjs'), content)
    rendered.set(version, pages)
    // A build that is still being copied may be complete at the next request.
    pages.then((made) => made ?? rendered.delete(version)).catch(() => rendered.delete(version))
    for (const oldest of [...rendered.keys()].slice(0, -versionsMax)) rendered.delete(oldest)
    return pages
  }
}

async function render(file: string, content: SiteContent): Promise<Pages | null> {
  if (!(await stat(file).catch(() => null))?.isFile()) return null
  // Safe because the file is the bundle of remotes/marketing/src/render.tsx.
  const { renderPages } = (await import(pathToFileURL(file).href)) as RenderModule
  return renderPages(content)
}
