export { copyComponents, countDownload, markMissing, markReceived, storeCrcs } from './component-rows.ts'
