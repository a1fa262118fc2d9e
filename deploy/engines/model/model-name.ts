/** The one model that is served. Its answers are of no use; that it answers, token by token, is. */
export const modelName = 'smollm2-135m-instruct'
