import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { readSource } from './read-source.ts'
import { fileName, filesFolder, textsFolder, writeDocument } from './write-document.ts'

// `npm run demo-documents`: writes the demo's files anew from their texts.
await rm(filesFolder, { recursive: true, force: true })
await mkdir(filesFolder, { recursive: true })
for (const name of (await readdir(textsFolder)).toSorted()) {
  const source = readSource(await readFile(new URL(name, textsFolder), 'utf8'))
  const file = fileName(name, source)
  const content = await writeDocument(source)
  await writeFile(new URL(file, filesFolder), content)
  console.log(`${file.padEnd(36)} ${(content.length / 1024).toFixed(0).padStart(4)} KB`)
}
