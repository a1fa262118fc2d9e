import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join, parse } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawing, icon } from '@portal/identity-service/pages/layout'
import { readPageFiles } from '@portal/identity-service/pages/page-assets'

const assets = ['keycloak.css', 'keep-address.js']
const source = fileURLToPath(new URL('./theme/', import.meta.url))

/**
 * Writes the theme `portal` for Keycloak (`--spi-theme--folder--dir=<folder>`): our templates with
 * the embedded provider's assets. Asset names contain a hash because they are cached for a month.
 */
export async function buildTheme(folder: string): Promise<void> {
  const login = join(folder, 'portal', 'login')
  const resources = join(login, 'resources', 'assets')
  await rm(join(folder, 'portal'), { recursive: true, force: true })
  await mkdir(resources, { recursive: true })
  await cp(source, login, { recursive: true, filter: (path) => !assets.includes(basename(path)) })
  await writeFile(join(login, 'drawing.ftl'), drawing)
  const { stylesheet, script, files } = await readPageFiles()
  for (const [name, { content }] of files) await writeFile(join(resources, name), content)
  const [keycloakStylesheet, keycloakScript] = await Promise.all(
    assets.map((name) => copyAsset(name, resources)),
  )
  const names = { portalStylesheet: stylesheet, portalScript: script, keycloakStylesheet, keycloakScript }
  const lines = [
    ...Object.entries(names).map(([key, name]) => `${key}=assets/${name}\n`),
    `portalIcon=${icon}\n`,
  ]
  await writeFile(
    join(login, 'theme.properties'),
    [await readFile(join(source, 'theme.properties')), ...lines].join(''),
  )
}

/** Copies a file under a hashed name, which it returns. */
async function copyAsset(name: string, folder: string): Promise<string> {
  const content = await readFile(join(source, name))
  const { name: stem, ext } = parse(name)
  const hashed = `${stem}.${createHash('sha256').update(content).digest('hex').slice(0, 12)}${ext}`
  await writeFile(join(folder, hashed), content)
  return hashed
}
