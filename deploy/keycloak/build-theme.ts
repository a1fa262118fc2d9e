import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readPageFiles } from '@portal/adapters/identity-provider/page-assets'

const source = fileURLToPath(new URL('./theme/', import.meta.url))

/**
 * Writes the theme `portal` into a folder that Keycloak is started with (`--spi-theme--folder--dir=<folder>`): our templates, with style
 * sheet, script and font of the embedded provider's pages. Their names carry a hash, because Keycloak lets browsers keep them for a month.
 */
export async function buildTheme(folder: string): Promise<void> {
  const login = join(folder, 'portal', 'login')
  const resources = join(login, 'resources', 'assets')
  await rm(join(folder, 'portal'), { recursive: true, force: true })
  await mkdir(resources, { recursive: true })
  await cp(source, login, { recursive: true, filter: (path) => basename(path) !== 'keycloak.css' })
  const { stylesheet, script, files } = await readPageFiles()
  for (const [name, { content }] of files) await writeFile(join(resources, name), content)
  const own = await readFile(join(source, 'keycloak.css'))
  const ownName = `keycloak.${createHash('sha256').update(own).digest('hex').slice(0, 12)}.css`
  await writeFile(join(resources, ownName), own)
  const names = { portalStylesheet: stylesheet, keycloakStylesheet: ownName, portalScript: script }
  const lines = Object.entries(names).map(([key, name]) => `${key}=assets/${name}\n`)
  await writeFile(
    join(login, 'theme.properties'),
    [await readFile(join(source, 'theme.properties')), ...lines].join(''),
  )
}
