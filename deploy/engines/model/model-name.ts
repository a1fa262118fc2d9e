/** The only model served. Its completions are useless; streaming them is what matters. */
export const modelName = 'smollm2-135m-instruct'
