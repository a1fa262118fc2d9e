/** What somebody of the demo asks, and how they rate the answer, if they do. */
export interface DemoAsk {
  /** Login name. */
  readonly by: string
  readonly question: string
  readonly rating?: number
}

const carRate = 'What is the rate per kilometre for a private car?'
const homeDays = 'How many days may I work from home?'
const annualLeave = 'How many days of annual leave do I get?'
const complaintRecords = 'How long are complaint records kept?'
const gym = 'Does the company pay for a gym membership?'

/**
 * In the order in which they are asked. Analytics shows what three people asked: some of these the
 * documents answer and one they leave open; what fewer asked counts in figures only.
 */
export const demoAsks: readonly DemoAsk[] = [
  { by: 'sofia', question: carRate, rating: 5 },
  { by: 'marek', question: carRate, rating: 4 },
  { by: 'jonas', question: carRate, rating: 5 },
  { by: 'amara', question: carRate, rating: 4 },
  { by: 'sofia', question: gym, rating: 2 },
  { by: 'marek', question: gym, rating: 3 },
  { by: 'jonas', question: gym, rating: 2 },
  { by: 'sofia', question: homeDays, rating: 5 },
  { by: 'jonas', question: homeDays, rating: 5 },
  { by: 'marek', question: homeDays },
  { by: 'marek', question: annualLeave, rating: 5 },
  { by: 'jonas', question: annualLeave, rating: 4 },
  { by: 'lena', question: annualLeave },
  { by: 'sofia', question: complaintRecords, rating: 3 },
  { by: 'lena', question: complaintRecords, rating: 4 },
  { by: 'amara', question: complaintRecords },
  { by: 'marek', question: 'What do I have to do when a cold store is too warm?', rating: 4 },
  { by: 'jonas', question: 'After how many failed attempts is an account locked?', rating: 5 },
]
