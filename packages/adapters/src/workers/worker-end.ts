/** The far end of a thread or process that answers requests, as {@link RestartingWorker} sees it. */
export interface WorkerEnd {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once, however the worker ended; `reason` completes the sentence "It stopped: …". */
  onEnd(listener: (reason: string) => void): void
  /** Ends it, gently first; resolves when it is gone. */
  stop(): Promise<void>
}
