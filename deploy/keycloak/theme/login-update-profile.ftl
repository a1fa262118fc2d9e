<#import "template.ftl" as layout>
<#import "form.ftl" as form>
<@layout.registrationLayout isOurs=true displayMessage=(((message.type)!"") == "error"); section>
<#if section = "header">Set up your account<#elseif section = "form">
<p class="lead">People in your organization see your name. Messages go to your address.</p>
<form method="post" action="${url.loginAction}" novalidate>
<div class="fields"><@form.person/></div>
<p class="actions">
<button class="primary" type="submit">Save</button>
<#if isAppInitiatedAction??><button class="secondary" type="submit" name="cancel-aia" value="true">Cancel</button></#if>
</p>
</form>
</#if>
</@layout.registrationLayout>
