export declare const CERTIFICATE_AND_KEY: string;
