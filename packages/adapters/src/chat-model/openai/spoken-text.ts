/** Reasoning that models send as text before they answer, and how it ends. */
const thoughts = [
  { begins: '<think>', ends: '</think>' },
  { begins: '<thinking>', ends: '</thinking>' },
  { begins: '<reasoning>', ends: '</reasoning>' },
  { begins: '<|channel|>analysis', ends: '<|channel|>final<|message|>' },
] as const

const longestBegin = Math.max(...thoughts.map(({ begins }) => begins.length))

/**
 * What a model says without its reasoning, which comes first if at all. Nothing is given before it
 * is clear whether reasoning begins; one that never ends is silence.
 */
export class SpokenText {
  #held = ''
  #ends: string | null = null
  #isSpeaking = false

  /** Consumes the next chunk and returns what it adds to what is said. */
  read(chunk: string): string {
    if (this.#isSpeaking) return chunk
    this.#held += chunk
    return this.#release()
  }

  #release(): string {
    for (;;) {
      if (this.#ends !== null) {
        const at = this.#held.indexOf(this.#ends)
        if (at < 0) return ''
        this.#held = this.#held.slice(at + this.#ends.length)
        this.#ends = null
      }
      const start = this.#held.trimStart()
      const thought = thoughts.find(({ begins }) => start.startsWith(begins))
      const mayBegin = start.length < longestBegin && thoughts.some(({ begins }) => begins.startsWith(start))
      if (!thought && mayBegin) return ''
      if (!thought) {
        this.#isSpeaking = true
        const spoken = this.#held
        this.#held = ''
        return spoken
      }
      this.#ends = thought.ends
      this.#held = start.slice(thought.begins.length)
    }
  }
}
