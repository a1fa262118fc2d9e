import { ConfigError } from '@portal/service-kit/config'
import type { Logger } from '@portal/service-kit/logger'
import type { ChatModel } from '@portal/service-kit/ports/chat-model'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { isEngineUrl } from '../engine-url/engine-url.ts'
import { ExtractiveChatModel } from './extractive-chat-model.ts'

/** What a model may use besides its own engine. */
export interface ChatModelEngines {
  readonly embedder: Embedder
  readonly log: Logger
}

const example = 'openai+https://:<key>@<host>/v1?model=<name>[&contextTokens=8192][&answerTokens=1024]'

/**
 * The model that an address names: `extractive:` quotes, `openai://` asks an OpenAI-compatible engine, whose context and longest answer are
 * given in tokens. Throws ConfigError with one sentence for any other.
 */
export async function openChatModel(url: string, { embedder, log }: ChatModelEngines): Promise<ChatModel> {
  if (url === 'extractive:') return new ExtractiveChatModel(embedder)
  if (!isEngineUrl(url, 'openai'))
    throw new ConfigError(`No model speaks this address; use extractive: or ${example}.`)
  // Its client takes longer to load than the rest of the service: only where it is used.
  const { openAiConnection } = await import('../openai/openai-connection.ts')
  const { OpenAiChatModel } = await import('./openai-chat-model.ts')
  const connection = openAiConnection(url, { example, settings: ['contextTokens', 'answerTokens'] })
  return new OpenAiChatModel({ connection, log })
}
