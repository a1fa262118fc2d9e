import { describe, expect, it } from 'vitest'
import { asksRecord } from './asked-record.ts'
import { lacksValue, valueShare } from './asked-value.ts'

describe('the value asked for', () => {
  it.each([
    ['How long are records kept?', 'Records are kept for seven years.', 'Records are kept safe.'],
    ['How many days do I have?', 'You have 30 days.', 'You have to answer.'],
    [
      'Within how many hours is it answered?',
      'It is answered within two business days.',
      'See section 2.11.',
    ],
    ['How often is it tested?', 'Tests run every quarter.', 'Tests are run.'],
    ['How many suppliers were audited?', 'We audited 12 suppliers.', 'A third party audits suppliers.'],
    ['What is the yearly limit for gifts?', 'Gifts may cost up to $150.', 'Gifts have a limit.'],
    ['What is the e-mail address of Legal?', 'Write to legal@example.com.', 'Legal answers by mail.'],
    ['What is the phone number?', 'Call +1 555 0100 200.', 'Call us.'],
    ['What is the recovery time of a server?', 'It is back within an hour.', 'Servers are mirrored.'],
    ['What is the shortest length allowed?', 'It has 14 characters or more.', 'It is kept short.'],
    ['Whom do I tell about a theft?', 'Write to thefts@example.com.', 'Thefts are taken seriously.'],
    ['Whom do I tell about a theft?', 'Call +1 555 0100 200.', 'The crisis team meets by telephone.'],
    [
      'Whom do I tell about a theft?',
      'Thefts are reported to the guard team.',
      'The team reviews all thefts.',
    ],
    ['Where do I park my bicycle?', 'Bicycles are parked behind the canteen.', 'Bicycles must be locked.'],
    ['Where do I park my car?', 'Cars are parked in the car park.', 'People assemble in car park P2.'],
    ['Where is the car park?', 'The car park is behind the plant.', 'The car park is free.'],
    [
      'Who is responsible for backups?',
      'The platform team is responsible for backups.',
      'Backups were discussed with the team leads.',
    ],
    ['Who is in charge of the audit?', 'The Head of Quality leads it.', 'The team leads were interviewed.'],
    [
      'Who is in charge of the audit?',
      'It is done by the Head of Quality.',
      'Responsible persons are asked.',
    ],
    ['Where is the first aid kit?', 'It hangs at the entrance.', 'It is checked by the nurse.'],
    ['Where do I note my hours?', 'They are noted in Harbour.', 'They are noted in March.'],
    ['In which room do we meet?', 'We meet in room R-201.', 'We meet every week.'],
    ['When is the canteen open?', 'It is open from noon to two.', 'It is open to guests.'],
    ['When is the post collected?', 'It is collected on Fridays.', 'It is collected by the porter.'],
    ['Who signs the contract?', 'The head of Purchasing signs it.', 'It is signed in blue.'],
    ['When are invoices paid?', 'They are paid within two weeks.', 'Invoices are paid.'],
    [
      'How soon is it deleted?',
      'It is deleted within 30 days.',
      'We used it in the preceding twelve (12) months.',
    ],
    ['May I take it home?', 'It must stay in the office.', 'The office closes at six.'],
    ['May I use my own phone?', 'Private phones may be used.', 'No fee will be paid for phones.'],
    ['May I accept a present?', 'Presents of suppliers are declined.', 'The office closes at six.'],
    ['Can I approve what I wrote?', 'Nobody approves their own work.', 'The office closes at six.'],
    ['What does the law firm charge us?', 'It charges EUR 90 an hour.', 'It runs the open line.'],
    ['What does the yearly examination cost?', 'It costs 80 francs.', 'It takes 80 minutes.'],
    ['What do I get per kilometre?', 'The rate is EUR 0.40.', 'Each kilometre is written down.'],
    ['How much does a driver earn?', 'Drivers earn EUR 20 an hour.', 'There are 20 drivers.'],
    ['On which day are invoices paid?', 'We pay them on the 15th.', 'They are paid within two weeks.'],
    ['How long must a cable be?', 'A cable has at least 3 metres.', 'Cables last for 3 years.'],
    ['What temperature must the fridge have?', 'It is kept at 2 to 8 °C.', 'It is 2 to 8 metres wide.'],
    ['How expensive may a present be?', 'It may cost up to EUR 50.', 'It may be a pen.'],
    ['How much is the yearly fee?', 'The fee is USD 20.', 'Fees are paid in US dollars.'],
    [
      'What is the limit for gifts?',
      'A gift of up to EUR 50 is fine.',
      'A gift above the limit is returned.',
    ],
    ['What is the maximum for a meal?', 'It costs no more than 80 euros.', 'There are 80 meals.'],
    ['Is there a limit for gifts?', 'Gifts may not exceed EUR 150.', 'Gifts have a register of 150 pages.'],
    ['What is in scope for the reward?', 'It covers our website.', 'Tests beyond its scope have none.'],
    ['How often is it changed?', 'It does not expire.', 'It is changed within three days.'],
    ['May I stay at home?', 'People stay at home for up to five days.', 'The office closes at six.'],
    ['Do I have to note how long I work?', 'Working hours must be noted.', 'Work begins within two weeks.'],
    ['Can you tell me how long it lasts?', 'It lasts two weeks.', 'It must last.'],
    ['Who can see sick notes?', 'They are open to the nurse only.', 'The nurse files sick notes.'],
    ['Who may open the safe?', 'Access is limited to the auditor.', 'The auditor counts what is in it.'],
    ['Who has access to the log?', 'It is restricted to our lawyers.', 'Lawyers audit access to it.'],
    ['Who is allowed to enter?', 'Everyone with a badge may enter.', 'Everyone is told of a fire.'],
    ['Who can see my report?', 'It is open to the auditor only.', 'Reports are made to the auditor.'],
    ['Who can release a batch?', 'The head of Quality releases it.', 'The head of Quality has a copy.'],
    ['Who approves the trip?', 'The line manager approves it.', 'Employees travel by train.'],
    ['Who approves my leave?', 'The line manager approves it.', 'The head of the fleet lends cars.'],
    ['How much leave do I get?', 'There are 26 weeks for each child.', 'It is announced three months ahead.'],
    ['How long do I have to finish a course?', 'It is done within ten days.', 'It is overdue by 30 days.'],
    ['What is the deadline for receipts?', 'They are due by the tenth.', 'They are kept for ten days.'],
    ['What is the deadline?', 'They are due by Friday.', 'They are checked by the Health team.'],
    ['What is the deadline?', 'They are due by the fifth.', 'They are signed by both.'],
    ['By when is it sent in?', 'On the last working day of the month.', 'It is kept until death.'],
    ['How long do I have to finish it?', 'You have 30 days to finish it.', 'It is overdue by 30 days.'],
    ['How long do I have to keep it?', 'It is kept for ten days.', 'It is kept.'],
    ['How much notice do I give?', 'It is asked for two weeks ahead.', 'There are 28 days a year.'],
    [
      'Who is the Safety Officer?',
      'Write to the Safety Officer: a@b.example.',
      'The Safety Officer tells the head of Quality.',
    ],
    [
      'Who is the Safety Officer?',
      'The head of the plant, as Safety Officer, decides.',
      'The Safety Officer leads the team.',
    ],
    [
      'Who is the Safety Officer?',
      'Safety Officer\tThe person named in the permit',
      'Safety Officer\tLeads the team\tHR Director',
    ],
    [
      'Who is the Safety Officer here?',
      'The Safety Officer is Jane Smith.',
      'It is sent as the Safety Officer decides.',
    ],
    ['Who is our Safety Officer?', 'Safety Officer: Jane Smith', 'The Safety Officer is responsible for it.'],
    ['Who decides on it?', 'The Responsible Person decides.', 'The Responsible Person has a deputy.'],
    ['How soon is the account of somebody who left locked?', 'It is within a week.', 'HR tells IT.'],
    ['How often does anybody check who can log in?', 'It is checked every month.', 'HR tells IT.'],
    ['When are mails wiped from my mailbox?', 'After 24 months.', 'Write to help@acme.example.'],
    ['Who runs the hotline?', 'The legal department runs it.', 'Write to help@acme.example.'],
    ['Must I give my phone number?', 'It must be given.', 'Call +46 31 390 06 10.'],
    ['Are people who report it protected?', 'They must not be dismissed.', 'The HR Director files it.'],
    ['Whom do I ask about a rule?', 'Employees seek advice from the manager.', 'The manager knows it.'],
    ['Whom do I ring about a theft?', 'It is reported to the guard team.', 'The team reviews thefts.'],
    ['Who approves the plan?', 'The CIO approves it.', 'It is approved on paper.'],
    ['What is a legal hold?', '2.4 A legal hold suspends deletion.', '6.1 The CEO orders a legal hold.'],
    ['Who fetches the goods?', 'Our carrier fetches them.', 'They are fetched by night.'],
    ['I have to see a dentist. Is that paid?', 'Two hours a visit are paid.', 'Visits are arranged.'],
    [
      'I cut my finger. Do I have to report it?',
      'Injury (What happened); Line manager (Report to)',
      'Injury (What happened); Line manager (Keeps the list)',
    ],
    ['Is a USB stick allowed?', 'USB sticks are blocked.', 'USB sticks have eight gigabytes.'],
    ['How many more tries do I have?', 'The test is repeated twice.', 'The test has 20 questions.'],
    ['Where do I get the chart?', 'It is kept by the HR Director.', 'It shows all divisions.'],
    ['Where do the copies lie?', 'They are stored off-site.', 'They are encrypted.'],
  ])('%s', (question, holding, lacking) => {
    expect(lacksValue(question, holding)).toBe(false)
    expect(valueShare(question, holding)).toBeGreaterThan(valueShare(question, lacking))
  })

  it('of an amount of days is no limit of time', () => {
    const question = 'How many days of leave do I have?'
    expect(valueShare(question, 'There are 28 days of leave.')).toBe(1)
    expect(valueShare(question, 'Leave is taken within 28 days.')).toBe(0.5)
    expect(valueShare(question, 'Leave is requested 28 days ahead.')).toBe(0.5)
    const served = 'You have 28 days once you have been here for at least two years.'
    expect(valueShare(question, served)).toBe(1)
    expect(valueShare('How many days do I have to report it?', 'Report it within 28 days.')).toBe(1)
  })

  it('of a row is whom its column says to tell, as if a sentence said so', () => {
    const question = 'Whom do I tell about a theft?'
    expect(valueShare(question, 'Theft (What happened); Site security (Report to)')).toBe(0.9)
    expect(valueShare(question, 'Theft (What happened); Site security (Keeps the list)')).toBeLessThan(0.9)
  })

  it('of holidays is a number of days', () => {
    expect(valueShare('How many holidays do I get per year?', 'There are 28 days of annual leave.')).toBe(1)
  })

  it('counts the statement that there is none as an answer', () => {
    expect(lacksValue('What is the telephone number?', 'None available.')).toBe(false)
  })

  it('is no marker, section number, or value that the question names', () => {
    const question = 'How many copies are made?'
    for (const text of ['3. Copies are made.', '(2) Copies are made.', 'See section 4.2 for copies.'])
      expect(lacksValue(question, text)).toBe(true)
    expect(lacksValue('May 3 people share? How many may?', 'Up to 3 people.')).toBe(true)
  })

  it('wants the unit asked for; another one is half of it', () => {
    const question = 'After how many hours must it be decided?'
    expect(valueShare(question, 'It is decided within 72 hours.')).toBe(1)
    expect(valueShare(question, 'It is decided within one month.')).toBe(0.5)
    expect(valueShare(question, 'Somebody decides it.')).toBe(0)
  })

  it.each([
    'How many days before a change are users told?',
    'How long in advance are users told of a change?',
  ])('wants a notice where one is asked for; what is due within days is half of it: %s', (question) => {
    expect(valueShare(question, 'We tell users at least 30 days before it takes effect.')).toBe(1)
    expect(valueShare(question, 'Users are told with 30 days’ notice.')).toBe(1)
    expect(valueShare(question, 'Users tell us of changes within one day.')).toBe(0.5)
    expect(valueShare(question, 'Users are told.')).toBe(0)
  })

  it('wants the number near what is counted', () => {
    const question = 'How many keys does a cabinet have?'
    expect(valueShare(question, 'A cabinet has two spare keys.')).toBe(1)
    expect(
      valueShare(question, 'Keys are logged and the log is read by somebody every 30 days.'),
    ).toBeLessThan(1)
  })

  it.each([
    'A supplier wants to pay my hotel. What do I do?',
    'My flight was cancelled, what now?',
    'What happens to days off that I did not use?',
    'What becomes of mails that I leave in my inbox?',
    'What may we give a nurse at Christmas?',
    'My laptop got stolen!!',
    'What happens to an account when its owner dies?',
    'What do I do when people shout?',
    'What happens to people who blow the whistle?',
  ])('lacks nothing where the question is open: %s', (question) => {
    expect(valueShare(question, 'The security officer decides.')).toBe(0.9)
  })

  it.each(['Which company shreds our paper?', 'Where is the archive?', 'How do I book a meeting room?'])(
    'is unknown where a name, place or way is asked for: %s',
    (question) => {
      expect(valueShare(question, 'The security officer decides.')).toBeLessThan(0.9)
    },
  )

  it('is what is to be done, where somebody asks how', () => {
    const question = 'How do I request leave?'
    expect(valueShare(question, 'Leave is requested in writing.')).toBe(1)
    expect(valueShare(question, 'One asks for leave in writing.')).toBe(1)
    expect(valueShare(question, 'Leave may be carried over.')).toBe(0.6)
    expect(valueShare('How do I get a room?', 'You get a room.')).toBe(0.6)
  })

  it.each([
    'Do I have to pay tax on a gift of 140 dollars?',
    'I lost my card. Do I have to pay for a new one?',
    'Do I get a reward for it?',
  ])('is a rule about money where a yes or no about money is asked for: %s', (question) => {
    expect(valueShare(question, 'Gifts must be reported to Legal.')).toBeLessThan(0.5)
    expect(valueShare(question, 'The company must pay the fee.')).toBe(1)
    expect(valueShare(question, 'A written agreement must provide for repayment.')).toBe(1)
    expect(valueShare('Do I have to report it?', 'Gifts must be reported to Legal.')).toBe(1)
  })

  it.each([
    'Who trained the Head of Quality?',
    'Who sits on the escalation team at the moment?',
    'Which suppliers were audited last year?',
    'Why did you promise that?',
  ])('is little of a rule where a record is asked for: %s', (question) => {
    const rule = 'The Head of Quality decides alone, because suppliers are audited.'
    const record = 'The Head of Quality was trained by the lawyers, because suppliers were audited.'
    expect(valueShare(question, rule)).toBeLessThan(0.5)
    expect(valueShare(question, record)).toBeGreaterThan(valueShare(question, rule))
  })

  it.each([
    'Who needs a badge?',
    'Which data need to be encrypted?',
    'Which of the rules are used?',
    'My colleague was fired yesterday. Who takes his badge?',
    'What happens to days off that I did not use?',
  ])('is that of a rule in other questions: %s', (question) => {
    expect(asksRecord(question)).toBe(false)
  })

  it('is nothing particular in other questions', () => {
    expect(lacksValue('How is an exception approved?', 'The security officer decides.')).toBe(false)
  })
})
