export declare const servingOptions: readonly string[]
