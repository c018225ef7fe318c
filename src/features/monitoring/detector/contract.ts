export {
  listAutomatedOutages,
  listDetectorDecisions,
  listScannerConfigs,
  readDetectorState,
  readSegment,
  saveScannerConfig,
  simulateScanner,
  testScanner,
} from './contract/detector-calls.ts'
export { detectorAlerted, detectorEdited } from './contract/detector-events.ts'
export { readDetector } from './contract/detector-permissions.ts'
export { detectorProblems } from './contract/detector-problems.ts'
export { detectorDefaults } from './contract/detector-rules.ts'
export { AutomatedOutage, DetectorDecision, ScannerConfig } from './contract/detector-shapes.ts'
