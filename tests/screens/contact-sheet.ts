import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Photo } from './photograph.ts'

/** Writes `index.html` beside the pictures, with a row per page. */
export async function writeContactSheet(folder: string, photos: readonly Photo[]): Promise<void> {
  const rows = Object.entries(Object.groupBy(photos, ({ role, screen }) => `${role} / ${screen}`))
  const body = rows.map(([name, taken = []]) => `<h2>${name}</h2>\n<p>${taken.map(figure).join('\n')}</p>`)
  await writeFile(join(folder, 'index.html'), `${head}\n${body.join('\n')}\n`)
}

const head = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screens</title>
<style>
body { font: 14px system-ui; margin: 24px; background: #8883 }
p { display: flex; gap: 12px; align-items: start; overflow-x: auto }
img { height: 420px; border: 1px solid #8888 }
</style>
<h1>Screens</h1>`

function figure({ file, width, scheme }: Photo): string {
  const address = encodeURI(file)
  return `<a href="${address}"><img loading="lazy" src="${address}" alt="${width} px, ${scheme}"></a>`
}
