import type { CrmRecord } from '#features/subscriptions/crm/contract.ts'
import type { CrmSystem } from '#features/subscriptions/crm/server/index.ts'
import { adapterTexts } from '../texts.ts'
import { type SalesforceRow, salesforceClient } from './salesforce-client.ts'

/** Salesforce, by a connected app with client credentials or a private key; My Domain is its address. */
export const salesforceCrm: CrmSystem = {
  system: 'salesforce',
  name: 'Salesforce',
  fields: [
    { name: 'url', label: adapterTexts.url, type: 'url', required: true, help: adapterTexts.urlHelp },
    { name: 'clientId', label: adapterTexts.clientId, type: 'text', required: true },
    { name: 'clientSecret', label: adapterTexts.clientSecret, type: 'secret', help: adapterTexts.clientSecretHelp },
    { name: 'username', label: adapterTexts.username, type: 'text' },
    { name: 'privateKey', label: adapterTexts.privateKey, type: 'secret' },
  ],
  open(connection) {
    const { url = '', clientId = '', ...login } = connection.settings
    const client = salesforceClient(
      { ...login, url: new URL(url).origin, clientId },
      {
        privateHosts: connection.portal.config.privateHosts,
        fetch: connection.fetch,
      },
    )
    return {
      async check() {
        await client.query('SELECT Id FROM User LIMIT 1')
      },
      async read(crmId) {
        const account = await client.record('Account', crmId, ['Id', 'Name', 'OwnerId'])
        const owner = textOf(account.OwnerId)
        const [users, contracts, opportunities] = await Promise.all([
          isId(owner) ? client.query(`SELECT Name, Email FROM User WHERE Id = '${owner}' LIMIT 1`) : [],
          client.query(
            `SELECT ContractNumber, Status, StartDate, EndDate FROM Contract WHERE AccountId = '${crmId}' ORDER BY StartDate DESC NULLS LAST LIMIT 1`,
          ),
          client.query(
            `SELECT Name, StageName, Amount, CloseDate FROM Opportunity WHERE AccountId = '${crmId}' ORDER BY CloseDate DESC LIMIT 50`,
          ),
        ])
        return recordOf({ user: users[0], contract: contracts[0], opportunities })
      },
    }
  },
}

function recordOf(read: {
  user: SalesforceRow | undefined
  contract: SalesforceRow | undefined
  opportunities: readonly SalesforceRow[]
}): CrmRecord {
  const { user, contract, opportunities } = read
  return {
    owner: textOf(user?.Name),
    ownerEmail: textOf(user?.Email),
    contractNumber: textOf(contract?.ContractNumber),
    contractStatus: textOf(contract?.Status),
    contractStart: dayOf(contract?.StartDate),
    contractEnd: dayOf(contract?.EndDate),
    contractValue: null,
    currency: null,
    quoteUrl: null,
    opportunities: opportunities.map((row) => ({
      name: textOf(row.Name) ?? '',
      stage: textOf(row.StageName) ?? '',
      amount: typeof row.Amount === 'number' ? Math.round(row.Amount * 100) : null,
      closeDate: dayOf(row.CloseDate),
    })),
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, 200) : null
}

function dayOf(value: unknown): string | null {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : null
}

function isId(id: string | null): id is string {
  return id !== null && /^[A-Za-z0-9]{15,18}$/.test(id)
}
