import { engineTrouble } from './engine-trouble.ts'
import type { OpenAiConnection } from './openai-connection.ts'

const checkMs = 5000

/** Why the engine cannot serve its model, after "The model … ", or null. Costs no tokens. */
export async function checkModel({ client, model }: OpenAiConnection): Promise<string | null> {
  try {
    const { data } = await client.models.list({ timeout: checkMs })
    if (!Array.isArray(data)) return 'is at an address that does not speak the protocol'
    // Ollama lists an untagged model under its default tag.
    const isOffered = data.some(({ id }) => id === model || id === `${model}:latest`)
    return isOffered ? null : 'is not offered there'
  } catch (error) {
    const trouble = engineTrouble(error)
    if (!trouble) throw error
    return trouble.why
  }
}
