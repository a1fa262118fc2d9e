// The package ships no types (https://github.com/yunyu/parse-prometheus-text-format).
declare module 'parse-prometheus-text-format' {
  /** A metric with its samples; values as they are written. */
  interface ParsedFamily {
    readonly name: string
    readonly type: string
    readonly metrics: readonly Readonly<Record<string, unknown>>[]
  }
  function parsePrometheus(text: string): ParsedFamily[]
  export = parsePrometheus
}
