export { salesforceCrm } from './salesforce-crm.ts'
