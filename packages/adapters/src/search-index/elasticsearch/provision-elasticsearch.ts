import { errors } from '@elastic/elasticsearch'
import { ConfigError } from '@portal/service-kit/config'
import { checkVersion } from './check-engine.ts'
import { EngineClient } from './engine-client.ts'
import { ensureGeneration } from './generations.ts'
import { type Generation, generationOf } from './index-names.ts'
import { passagesTemplate, recordsTemplate, templateVersion } from './index-templates.ts'

/** Result of provisioning: the template version in place, and the indices created. */
export interface ElasticsearchProvision {
  readonly templates: number
  readonly created: readonly string[]
}

/**
 * Provisions templates, the index of records and, given an encoder, the first index of passages.
 * Idempotent; an older release never undoes a newer one. Throws EngineUnavailable, or ConfigError
 * after a newer release.
 */
export async function provisionElasticsearch(
  url: string,
  encoder?: Omit<Generation, 'key'>,
): Promise<ElasticsearchProvision> {
  const engine = new EngineClient(url)
  try {
    await checkVersion(engine)
    await putTemplates(engine)
    const created = await createRecords(engine)
    if (encoder) created.push(...(await ensureGeneration(engine, generationOf(encoder))))
    return { templates: templateVersion, created }
  } finally {
    await engine.close()
  }
}

async function putTemplates(engine: EngineClient): Promise<void> {
  const templates = [passagesTemplate(engine.names, engine.size), recordsTemplate(engine.names)]
  await engine.call('write', async (client, options) => {
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

async function createRecords(engine: EngineClient): Promise<string[]> {
  const alias = engine.names.records
  return await engine.call('write', async (client, options) => {
    if (await client.indices.existsAlias({ name: alias }, options)) return []
    const index = `${alias}-1`
    await client.indices.create({ index, aliases: { [alias]: {} } }, options)
    return [index]
  })
}
