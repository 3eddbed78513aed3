// What users install themselves, for the compiler only: pages show it in check-only blocks.

declare module '@azure/identity' {
  export class DefaultAzureCredential {
    getToken(scopes: string | string[]): Promise<{ token: string; expiresOnTimestamp: number } | null>;
  }
}

declare module 'reflect-metadata' {}
