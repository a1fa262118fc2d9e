import { configure } from '@testing-library/react'

// Runs before every test file of the front end: the second that `findBy…` and `waitFor` wait by themselves is short on a busy machine.
configure({ asyncUtilTimeout: 15_000 })
