declare module 'parse-prometheus-text-format' {
  /** A metric with its samples; values as they are written. */
  export interface ParsedFamily {
    readonly name: string
    readonly type: string
    readonly metrics: readonly Readonly<Record<string, unknown>>[]
  }
  export default function parsePrometheus(text: string): ParsedFamily[]
}
