import { errors } from '@elastic/elasticsearch'
import { ConfigError } from '@portal/service-kit/config'
import { checkVersion } from './check-engine.ts'
import { EngineDoor } from './engine-door.ts'
import { ensureGeneration } from './generations.ts'
import { type Generation, generationOf } from './index-names.ts'
import { passagesTemplate, recordsTemplate, templateVersion } from './index-templates.ts'

/** What provisioning did: `templates` is the version that is in place now, `created` the indices that were not there before. */
export interface ElasticsearchProvision {
  readonly templates: number
  readonly created: readonly string[]
}

/**
 * Makes what the search index needs under the prefix of its address: templates, the index of records and, when the encoder is told, the
 * first index of passages behind its alias. Doing it again changes nothing; an older release never undoes what a newer one put there.
 * Throws EngineUnavailable, or ConfigError when a newer release has been here.
 */
export async function provisionElasticsearch(
  url: string,
  encoder?: Omit<Generation, 'key'>,
): Promise<ElasticsearchProvision> {
  const door = new EngineDoor(url)
  try {
    await checkVersion(door)
    await putTemplates(door)
    const created = await createRecords(door)
    if (encoder) created.push(...(await ensureGeneration(door, generationOf(encoder))))
    return { templates: templateVersion, created }
  } finally {
    await door.close()
  }
}

async function putTemplates(door: EngineDoor): Promise<void> {
  const templates = [passagesTemplate(door.names, door.size), recordsTemplate(door.names)]
  await door.call('write', async (client, options) => {
    for (const template of templates) {
      const { index_templates: found } = await client.indices
        .getIndexTemplate({ name: template.name }, options)
        .catch((error: unknown) => {
          if (error instanceof errors.ResponseError && error.statusCode === 404)
            return { index_templates: [] }
          throw error
        })
      const version = found[0]?.index_template.version ?? 0
      if (version > templateVersion) {
        throw new ConfigError(
          `Elasticsearch was provisioned by a newer release (templates ${version}, here ${templateVersion}).`,
        )
      }
      await client.indices.putIndexTemplate(template, options)
    }
  })
}

async function createRecords(door: EngineDoor): Promise<string[]> {
  const alias = door.names.records
  return await door.call('write', async (client, options) => {
    if (await client.indices.existsAlias({ name: alias }, options)) return []
    const index = `${alias}-1`
    await client.indices.create({ index, aliases: { [alias]: {} } }, options)
    return [index]
  })
}
