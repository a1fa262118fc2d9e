import type { ChatModel } from '@portal/service-kit/ports/chat-model'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { ExtractiveChatModel } from './extractive-chat-model.ts'

/** What a model may use besides its own engine. */
export interface ChatModelEngines {
  readonly embedder: Embedder
}

/** The model that a URL names: `extractive:` quotes. Throws one sentence for any other. */
export function openChatModel(url: string, engines: ChatModelEngines): ChatModel {
  if (url === 'extractive:') return new ExtractiveChatModel(engines.embedder)
  throw new Error(`There is no model for "${url}"; use "extractive:".`)
}
