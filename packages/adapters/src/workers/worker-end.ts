/** A thread or process as {@link RestartingWorker} sees it. */
export interface WorkerEnd {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once, however it ended; `reason` completes "It stopped: …". */
  onEnd(listener: (reason: string) => void): void
  /** Ends it, gracefully first; resolves when it is gone. */
  stop(): Promise<void>
}
