/** Results as text, pages and data, a file per format: the one door of this wing. */

export { type Background, backgroundOf } from './background.js';
export { type CheckedJson, checkJson, elsewhereJson, placeJson, problemJson, versionsJsonText } from './check-json.js';
export { digestOf } from './digest.js';
export { DOCUMENTATION } from './documentation.js';
export { repositoryPath } from './entries.js';
export {
  type CheckReport,
  checkIn,
  FORMAT_NAMES,
  formatOfFile,
  formatsOf,
  isForRunner,
  type Reported,
  type ReviewData,
  reviewIn,
  type Screen,
} from './formats.js';
export { GATE_PARTS, type GatePart, type GatePartName, gateMarkdown, gateText } from './gate.js';
export { type Inventory, type InventoryRow, inventoryOf, sortedRows, worstPowers } from './inventory.js';
export { jsonFinding, jsonReport, type SidesVersions, versionsJson } from './json.js';
export { code, plainText, tableHead, tableRow } from './markdown-text.js';
export { nameLines } from './names.js';
export {
  type AnyPart,
  type Mismatch,
  type Part,
  partSchema,
  type ReviewPart,
  readPart,
  reviewOfData,
  reviewPartSchema,
  wholeOf,
} from './part.js';
export type { CommitTimes } from './prometheus.js';
export { SCHEMA_VERSION } from './schema-version.js';
export { pathText } from './steps.js';
export { summarise } from './summary.js';
export { allowedText, MORE, perhapsText, unknownText } from './text/allowed.js';
export { checkText, comparedText, type RepositoryReport, repositoryText, upgradeText, warningsText } from './text/check.js';
export { countFindings, formatFinding, ruleText } from './text/finding.js';
export { columns } from './text/layout.js';
export { rightsText } from './text/rights.js';
