export declare const checkout: string

/** A writable folder shared by checkouts. */
export declare function cacheFolder(): string
