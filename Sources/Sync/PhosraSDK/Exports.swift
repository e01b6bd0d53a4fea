@_exported public import CompiledPolicy
@_exported public import PhosraAPI
