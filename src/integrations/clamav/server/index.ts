export { clamavScanner } from './clamav-scanner.ts'
