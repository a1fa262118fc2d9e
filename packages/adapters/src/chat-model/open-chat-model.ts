import { ConfigError } from '@portal/service-kit/config'
import type { Logger } from '@portal/service-kit/logger'
import type { ChatModel } from '@portal/service-kit/ports/chat-model'
import { isEngineUrl } from '../engine-url/engine-url.ts'
import { ExtractiveChatModel } from './extractive-chat-model.ts'

const example = 'openai+https://:<key>@<host>/v1?model=<name>[&contextTokens=8192][&answerTokens=1024]'

/**
 * The model that an address names: `extractive:` quotes, `openai://` calls an OpenAI-compatible
 * engine, whose context and longest answer are given in tokens. Throws ConfigError with one
 * sentence for any other address.
 */
export async function openChatModel(url: string, { log }: { readonly log: Logger }): Promise<ChatModel> {
  if (url === 'extractive:') return new ExtractiveChatModel()
  if (!isEngineUrl(url, 'openai'))
    throw new ConfigError(`No model speaks this address; use extractive: or ${example}.`)
  // Loaded on demand: its client takes longer to load than the rest of the service.
  const { openAiConnection } = await import('../openai/openai-connection.ts')
  const { OpenAiChatModel } = await import('./openai-chat-model.ts')
  const connection = openAiConnection(url, { example, settings: ['contextTokens', 'answerTokens'] })
  return new OpenAiChatModel({ connection, log })
}

/** The model that an address names, and what answers in its place: it quotes, and costs nothing. */
export interface ChatModels {
  readonly model: ChatModel
  /** Absent where the model itself quotes. */
  readonly quoting?: ChatModel
}

/** Opens both. Throws ConfigError as {@link openChatModel} does. */
export async function openChatModels(url: string, options: { readonly log: Logger }): Promise<ChatModels> {
  const model = await openChatModel(url, options)
  return model instanceof ExtractiveChatModel ? { model } : { model, quoting: new ExtractiveChatModel() }
}
