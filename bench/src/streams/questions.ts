/** What the answers are asked: one is made from twelve long passages, one from a sentence. */
export const questions = { long: 'How long are records kept?', short: 'Are records kept?' } as const
