import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** An item of node-llama-cpp's chat history. */
export type HistoryItem =
  | { readonly type: 'system' | 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly string[] }

interface LlamaModel {
  tokenize(text: string): readonly number[]
  createContext(options: object): Promise<{ getSequence(): object; dispose(): Promise<void> }>
}

interface ChatSession {
  setChatHistory(history: readonly HistoryItem[]): void
  promptWithMeta(text: string, options: object): Promise<{ stopReason: string }>
  dispose(): void
}

/** What we use of node-llama-cpp, which is in the engines' cache and not a dependency. */
interface LlamaLibrary {
  getLlama(options: object): Promise<{ loadModel(options: object): Promise<LlamaModel> }>
  readonly LlamaChatSession: new (options: object) => ChatSession
}

interface Turn {
  readonly history: readonly HistoryItem[]
  readonly prompt: string
  readonly maxTokens: number
  readonly temperature: number
  readonly signal: AbortSignal
  readonly onText: (text: string) => void
}

/** A model loaded in this process. */
export interface LocalModel {
  /** Limit for prompt and completion together. */
  readonly contextTokens: number
  countTokens(text: string): number
  /** One at a time; resolves with the finish reason. */
  answer(turn: Turn): Promise<'stop' | 'length'>
}

const contextTokens = 4096
const threads = 2

export async function loadLocalModel(programs: string, modelPath: string): Promise<LocalModel> {
  const library = await loadLibrary(programs)
  const llama = await library.getLlama({ gpu: false, build: 'never', logLevel: 'error', maxThreads: threads })
  const model = await llama.loadModel({ modelPath })
  let queue: Promise<unknown> = Promise.resolve()
  return {
    contextTokens,
    countTokens: (text) => model.tokenize(text).length,
    answer: (turn) => {
      const answered = queue.then(() => answerTurn(library, model, turn))
      queue = answered.catch(() => 'told to the one who asked')
      return answered
    },
  }
}

async function answerTurn(library: LlamaLibrary, model: LlamaModel, turn: Turn): Promise<'stop' | 'length'> {
  turn.signal.throwIfAborted()
  // A fresh context, so that conversations share no state.
  const context = await model.createContext({ contextSize: contextTokens, threads })
  const session = new library.LlamaChatSession({ contextSequence: context.getSequence(), systemPrompt: '' })
  try {
    session.setChatHistory(turn.history)
    const { maxTokens, temperature, signal, onText } = turn
    const options = { maxTokens, temperature, signal, stopOnAbortSignal: true, onTextChunk: onText } as const
    const { stopReason } = await session.promptWithMeta(turn.prompt, options)
    return stopReason === 'maxTokens' ? 'length' : 'stop'
  } finally {
    session.dispose()
    await context.dispose()
  }
}

/** Safe: the version is pinned at installation, and these members are documented. */
async function loadLibrary(programs: string): Promise<LlamaLibrary> {
  const entry = join(programs, 'node_modules', 'node-llama-cpp', 'dist', 'index.js')
  return (await import(pathToFileURL(entry).href)) as LlamaLibrary
}
