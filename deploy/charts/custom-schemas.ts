import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'

const Definition = z.object({
  kind: z.literal('CustomResourceDefinition'),
  spec: z.object({
    group: z.string(),
    names: z.object({ kind: z.string() }),
    versions: z.array(
      z.object({
        name: z.string(),
        schema: z.object({ openAPIV3Schema: z.record(z.string(), z.unknown()) }),
      }),
    ),
  }),
})

/** Writes the schemas of custom resources as kubeconform looks for those of Kubernetes' own. */
export async function writeCustomSchemas(definitions: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const file of await readdir(definitions)) {
    const documents = parseAllDocuments(await readFile(join(definitions, file), 'utf8'))
    for (const document of documents) {
      const { spec } = Definition.parse(document.toJS())
      for (const { name, schema } of spec.versions) {
        const path = `${spec.names.kind.toLowerCase()}-${spec.group.split('.')[0]}-${name}.json`
        await writeFile(join(folder, path), JSON.stringify(strict(schema.openAPIV3Schema)))
      }
    }
  }
}

/** The API server prunes unknown fields, which hides misspelled ones: here they are refused. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict)
  if (typeof schema !== 'object' || schema === null) return schema
  const own = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strict(value)]))
  const isClosed = own.type === 'object' && isObject(own.properties) && !('additionalProperties' in own)
  // `metadata` is Kubernetes' own, of which a definition says nothing.
  const isOpen = own['x-kubernetes-preserve-unknown-fields'] === true
  return isClosed && !isOpen ? { ...own, additionalProperties: false } : own
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
