/** True by `npm run drills`, when drills run as they are promised; else they are short. */
export const isFullDrill = process.env.DRILL_SIZE === 'full'
