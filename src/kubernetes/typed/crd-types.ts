/**
 * CustomResourceDefinitions, field by field, as the Go types of Kubernetes 1.32 have them (k8s.io/apiextensions-apiserver v1).
 * fields.ts says how to read a line.
 */
export const CRD_TYPES = {
  CustomResourceColumnDefinition: 'description format jsonPath! name! priority:integer type!',
  CustomResourceConversion: 'strategy! webhook:WebhookConversion',
  CustomResourceDefinitionNames: 'categories[] kind! listKind plural! shortNames[] singular',
  CustomResourceDefinitionSpec:
    'conversion:CustomResourceConversion group! names:CustomResourceDefinitionNames preserveUnknownFields:boolean scope! versions[CustomResourceDefinitionVersion]',
  CustomResourceDefinitionVersion:
    'additionalPrinterColumns[CustomResourceColumnDefinition] deprecated:boolean deprecationWarning* name! schema:CustomResourceValidation selectableFields[SelectableField] served:boolean! storage:boolean! subresources:CustomResourceSubresources',
  CustomResourceSubresourceScale: 'labelSelectorPath* specReplicasPath! statusReplicasPath!',
  CustomResourceSubresourceStatus: '',
  CustomResourceSubresources: 'scale:CustomResourceSubresourceScale status:CustomResourceSubresourceStatus',
  CustomResourceValidation: 'openAPIV3Schema:JSONSchemaProps',
  ExternalDocumentation: 'description url',
  JSONSchemaProps:
    '$ref* $schema additionalItems:schemaOrBoolean additionalProperties:schemaOrBoolean allOf[JSONSchemaProps] anyOf[JSONSchemaProps] default:any definitions{JSONSchemaProps} dependencies{schemaOrTexts} description enum[any] example:any exclusiveMaximum:boolean exclusiveMinimum:boolean externalDocs:ExternalDocumentation format id items:schemaOrList maxItems:integer* maxLength:integer* maxProperties:integer* maximum:number* minItems:integer* minLength:integer* minProperties:integer* minimum:number* multipleOf:number* not:JSONSchemaProps nullable:boolean oneOf[JSONSchemaProps] pattern patternProperties{JSONSchemaProps} properties{JSONSchemaProps} required[] title type uniqueItems:boolean x-kubernetes-embedded-resource:boolean x-kubernetes-int-or-string:boolean x-kubernetes-list-map-keys[] x-kubernetes-list-type* x-kubernetes-map-type* x-kubernetes-preserve-unknown-fields:boolean* x-kubernetes-validations[ValidationRule]',
  SelectableField: 'jsonPath!',
  ServiceReference: 'name! namespace! path* port:integer*',
  ValidationRule: 'fieldPath message messageExpression optionalOldSelf:boolean* reason* rule!',
  WebhookClientConfig: 'caBundle service:ServiceReference url*',
  WebhookConversion: 'clientConfig:WebhookClientConfig conversionReviewVersions[]',
} as const;
