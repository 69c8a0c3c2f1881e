declare module "swagger-ui-dist/swagger-ui-bundle.js" {
  interface Options {
    url: string;
    dom_id: string;
    deepLinking: boolean;
    validatorUrl: null;
    presets: unknown[];
  }
  const SwaggerUIBundle: ((options: Options) => unknown) & { presets: { apis: unknown } };
  export default SwaggerUIBundle;
}
