// The part of autocannon in use; it ships no types (https://github.com/mcollina/autocannon#api).
declare module 'autocannon' {
  interface Options {
    readonly url: string
    readonly connections: number
    readonly amount: number
    readonly headers?: Readonly<Record<string, string>>
  }
  interface Result {
    readonly errors: number
    readonly timeouts: number
    readonly non2xx: number
    readonly duration: number
    readonly requests: { readonly total: number }
    readonly latency: { readonly p50: number; readonly p99: number }
  }
  interface Running extends Promise<Result> {
    on(event: 'response', listener: () => void): this
  }
  function autocannon(options: Options): Running
  export = autocannon
}
