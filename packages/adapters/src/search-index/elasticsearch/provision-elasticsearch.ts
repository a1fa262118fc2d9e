import { ConfigError } from '@portal/service-kit/config'
import { checkVersion } from './check-engine.ts'
import { EngineClient } from './engine-client.ts'
import { indexTemplates, templateVersion } from './index-templates.ts'

/**
 * Provisions templates and the index of records; resolves to the names of created indices.
 * Idempotent; an older release never undoes a newer one. Throws EngineUnavailable, or ConfigError
 * after a newer release.
 */
export async function provisionElasticsearch(url: string): Promise<string[]> {
  const engine = new EngineClient(url)
  try {
    await checkVersion(engine)
    await putTemplates(engine)
    return await createRecords(engine)
  } finally {
    await engine.close()
  }
}

function putTemplates(engine: EngineClient): Promise<void> {
  return engine.call('write', async (client) => {
    for (const template of indexTemplates(engine)) {
      const { index_templates: found = [] } = await client.indices.getIndexTemplate(
        { name: template.name },
        { ignore: [404] },
      )
      const version = found[0]?.index_template.version ?? 0
      if (version > templateVersion) {
        throw new ConfigError(
          `Elasticsearch was provisioned by a newer release (templates ${version}, here ${templateVersion}).`,
        )
      }
      await client.indices.putIndexTemplate(template)
    }
  })
}

function createRecords(engine: EngineClient): Promise<string[]> {
  return engine.call('write', async (client) => {
    const alias = engine.records
    if (await client.indices.existsAlias({ name: alias })) return []
    const index = `${alias}-1`
    await client.indices.create({ index, aliases: { [alias]: {} } })
    return [index]
  })
}
