import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { engineTrouble } from './engine-trouble.ts'
import type { OpenAiConnection } from './openai-connection.ts'

const checkMs = 5000

/**
 * Throws EngineUnavailable if the engine cannot serve its model. Costs no tokens. `name` begins the
 * sentence, which holds neither address nor model, because the status page is public.
 */
export async function checkModel({ client, model }: OpenAiConnection, name: string): Promise<void> {
  const why = await client.models.list({ timeout: checkMs }).then(
    ({ data }) => {
      if (!Array.isArray(data)) return 'is at an address that does not speak the protocol'
      // Ollama lists an untagged model under its default tag.
      const isOffered = data.some(({ id }) => id === model || id === `${model}:latest`)
      return isOffered ? null : 'is not offered there'
    },
    (error) => {
      const trouble = engineTrouble(error)
      if (!trouble) throw error
      return trouble.why
    },
  )
  if (why !== null) throw new EngineUnavailable(`${name} ${why}.`, 60)
}
