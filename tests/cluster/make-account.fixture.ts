import { openIdentityAdmin } from '@portal/adapters/identity-admin/open-identity-admin'

// Run in a cluster's network: makes the account of the second argument at the provider of the first.
const [, , url = '', account = ''] = process.argv
await openIdentityAdmin(url).createAccount(JSON.parse(account))
