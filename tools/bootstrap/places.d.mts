/** The folder that holds the project. */
export declare const checkout: string

/** A writable folder for what several checkouts can share. */
export declare function cacheFolder(): string
